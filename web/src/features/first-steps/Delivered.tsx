import { PartyPopper, X } from 'lucide-react'
import { type CSSProperties, useEffect } from 'react'
import { useUser } from '../../api/session/useSession.ts'
import { Link } from '../../app/navigation/Link.tsx'
import { paths } from '../../app/paths.ts'
import { Button, buttonClasses } from '../../ui/Button.tsx'
import { useToday } from '../calendar/queries.ts'
import { setProgress } from './state.ts'

/** Once, when the first message has arrived. */
export function Delivered({ onHide }: { onHide: () => void }) {
  const { uid } = useUser()
  const repeats = useToday().data?.sends.some(({ kind }) => kind !== 'scheduled')
  useEffect(() => setProgress(uid, 'over'), [uid])
  return (
    <section
      aria-label="First message"
      className="relative flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-good/40 bg-good-soft p-4 md:px-6"
    >
      <Confetti />
      <PartyPopper size={24} aria-hidden className="text-good" />
      <div role="status" className="grid flex-1 basis-64">
        <p className="text-lg font-semibold">Your first message is delivered</p>
        <p className="text-muted">
          {repeats
            ? 'What repeats goes on by itself, at its times.'
            : 'Next, let one repeat: every Monday at nine, or every day.'}
        </p>
      </div>
      <Link
        to={`${paths.newMessage}${repeats ? '' : '?kind=automated'}`}
        className={buttonClasses()}
      >
        {repeats ? 'Write another' : 'Write one that repeats'}
      </Link>
      <Button variant="plain" size="sm" icon aria-label="Close" onClick={onHide}>
        <X size={16} aria-hidden />
      </Button>
    </section>
  )
}

/** For a second; not for who wants things to keep still. */
function Confetti() {
  return (
    <span aria-hidden className="absolute top-1/2 left-9 motion-reduce:hidden">
      {pieces.map(({ color, ...style }) => (
        <span
          key={style['--x']}
          className={`absolute size-2 animate-confetti rounded-sm opacity-0 ${color}`}
          style={style as CSSProperties}
        />
      ))}
    </span>
  )
}

const colors = ['bg-info', 'bg-good', 'bg-warn', 'bg-danger']

const pieces = Array.from({ length: 16 }, (_, n) => {
  const angle = (n / 16) * Math.PI * 2
  const far = 70 + (n % 4) * 22
  return {
    color: colors[n % colors.length],
    '--x': `${Math.round(Math.cos(angle) * far)}px`,
    '--y': `${Math.round(Math.sin(angle) * far)}px`,
    '--turn': `${n * 67}deg`,
  }
})
