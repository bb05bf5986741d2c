import { useEffect, useState } from 'react'
import { Button, buttonClasses } from '../ui/Button.tsx'
import { cn } from '../ui/cn.ts'
import { Logo } from '../ui/Logo.tsx'
import { NEW_VERSION, serverNow } from '../ui/release.ts'
import { paths } from './paths.ts'

type ErrorPageProps = {
  error: unknown
  /** Whether its frame is still around it, with its own landmarks. */
  framed?: boolean
}

/** The page that is shown instead of one that threw an error. */
export function ErrorPage({ error, framed = false }: ErrorPageProps) {
  const { title, text } = useWords(error)
  const Root = framed ? 'div' : 'main'
  return (
    <Root
      className={cn(
        'grid place-content-center justify-items-center gap-2 px-6 text-center',
        framed ? 'min-h-[60dvh]' : 'min-h-dvh',
      )}
    >
      <title>{`${title} · Carillon`}</title>
      <Logo size={40} />
      <h1 className="mt-4 text-2xl font-semibold">{title}</h1>
      <p className="max-w-[48ch] text-muted">{text}</p>
      <div className="mt-4 flex gap-2">
        <Button variant="primary" onClick={() => location.reload()}>
          Reload
        </Button>
        {/* Not a router link: the router itself may be what broke. */}
        <a href={paths.home} className={buttonClasses()}>
          Go to the start
        </a>
      </div>
    </Root>
  )
}

/** The words about an error. An update or a server that is down has words of its own. */
function useWords(error: unknown) {
  const loading = isLoadFailure(error)
  const [words, setWords] = useState(loading ? outdated : broken)
  useEffect(() => {
    const look = async () => {
      const now = await serverNow()
      if (loading && now === 'away') setWords(unreachable)
      if (now === 'other') setWords(outdated)
    }
    void look()
  }, [loading])
  return words
}

const outdated = {
  title: NEW_VERSION,
  text: 'Reload to get it; nothing you saved is lost.',
}

const unreachable = {
  title: 'The server cannot be reached',
  text: 'This page could not be loaded. Check your connection and reload; nothing you saved is lost.',
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
