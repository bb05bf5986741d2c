import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed } from './compress.ts'
import { ASSET_NAMES, prerender } from './prerender.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), prerender(), compressed()],
  build: {
    target: 'es2023',
    // What Tailwind CSS 4 needs at least: each color is written only once.
    cssTarget: ['chrome111', 'firefox128', 'safari16.4'],
    // A data: address would need an exception in the content security policy.
    assetsInlineLimit: 0,
    // All emoji with their names, which only who looks for one loads, are 800 kB before they are compressed.
    chunkSizeWarningLimit: 900,
    // Every browser that runs es2023 knows modulepreload.
    modulePreload: { polyfill: false },
    // With the names of files only a hash, it tells the browser stories which file holds which module.
    manifest: true,
    rolldownOptions: {
      output: {
        // Scripts list the files they load. A hash alone makes these lists short, and independent of how modules are named.
        entryFileNames: 'assets/[hash].js',
        chunkFileNames: 'assets/[hash].js',
        assetFileNames: ASSET_NAMES,
        codeSplitting: {
          groups: [
            // What every page stands on, and what changes least: one file, which stays in the cache.
            {
              name: 'react',
              test: /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/,
            },
            { name: 'query', test: /[\\/]@tanstack[\\/]/ },
            // What many pages share of ours, and the icons, would be dozens of files otherwise.
            { name: 'icons', test: /[\\/]lucide-react[\\/]/, minShareCount: 7 },
            // A group takes along what its modules import. The start has dialogs, but nothing that floats beside
            // what is pointed at, and asks the server for nothing: neither may come along with what it shares.
            {
              name: 'base',
              test: /[\\/]web[\\/]src[\\/]ui[\\/](cn|ignoreWhenClosed|Boundary|release|Spinner|Button)\.|[\\/]@radix-ui[\\/]react-(dialog|visually-hidden)[\\/]/,
            },
            {
              name: 'floating',
              test: /[\\/]@radix-ui[\\/]react-popper[\\/]|[\\/]web[\\/]src[\\/]ui[\\/](Tooltip\.|time[\\/](Time|words)\.|Popover\.)/,
            },
            {
              name: 'shared',
              test: /[\\/]web[\\/]src[\\/](ui|app|api)[\\/](?!askAgain|queryClient|useConfig|Banner|Input|controlClasses|date|Field|Checkbox|Skeleton)|[\\/]contract[\\/]src[\\/]/,
              minShareCount: 17,
            },
            // Forms share these, and the start does without: named, since what crosses the count comes along.
            {
              name: 'forms',
              test: /[\\/]web[\\/]src[\\/]ui[\\/](Banner|Input|controlClasses|Field|Checkbox|Skeleton)\./,
              minShareCount: 5,
            },
          ],
        },
      },
    },
  },
})
