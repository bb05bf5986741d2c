import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { createQueryClient } from '../../api/queryClient.ts'
import { Logo } from '../../ui/Logo.tsx'
import { Link } from '../navigation/Link.tsx'
import { PageOutlet } from '../PageOutlet.tsx'
import { paths } from '../paths.ts'

/** The layout of the pages to sign up, sign in and reset a password: without navigation. */
export function Component() {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <div className="flex min-h-dvh flex-col items-center px-4 pt-[12vh] pb-16">
        <header>
          <Link to={paths.home} className="flex items-center gap-2.5 rounded-md">
            <Logo size={28} />
            <span className="text-xl font-semibold tracking-tight">Carillon</span>
          </Link>
        </header>
        <main className="mt-8 w-full max-w-[400px] rounded-xl border border-line bg-surface p-6 sm:p-8">
          <PageOutlet />
        </main>
      </div>
    </QueryClientProvider>
  )
}
