import { Button, buttonLook } from '../ui/Button.tsx'
import { Logo } from '../ui/Logo.tsx'
import { paths } from './paths.ts'

/** What is seen instead of a page that broke. */
export function ErrorPage({ error }: { error: unknown }) {
  const { title, text } = isLoadFailure(error) ? outdated : broken
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-2 px-6 text-center">
      <title>{`${title} · Carillon`}</title>
      <Logo size={40} />
      <h1 className="mt-4 text-2xl font-semibold">{title}</h1>
      <p className="max-w-[44ch] text-muted">{text}</p>
      <div className="mt-4 flex gap-2">
        <Button variant="primary" onClick={() => location.reload()}>
          Reload
        </Button>
        {/* Not a router link: the router itself may be what broke. */}
        <a href={paths.home} className={buttonLook()}>
          Go to the start
        </a>
      </div>
    </main>
  )
}

const outdated = {
  title: 'A new version is available',
  text: 'This page could not be loaded. Reload to get the newest version; nothing you saved is lost.',
}

const broken = {
  title: 'This page broke',
  text: 'That is our fault, not yours. Reloading helps most of the time; nothing you saved is lost.',
}

/** Whether a chunk could not be loaded, in the words of the three browser engines and of Vite. */
const isLoadFailure = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|Unable to preload/i.test(
    error.message,
  )
