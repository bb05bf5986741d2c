import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed } from './compress.ts'
import { printed } from './printed.ts'
import { together } from './together.ts'

const { plugin: gathering, groups } = together()

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), gathering, printed(), compressed()],
  build: {
    target: 'es2023',
    // A data: address would need an exception in the content security policy.
    assetsInlineLimit: 0,
    // Every browser that runs es2023 knows modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What every page stands on, and what changes least: one file, which stays in the cache.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/,
            },
            ...groups,
          ],
        },
      },
    },
  },
})
