import { Badge } from '../../ui/Status.tsx'

/** What works today, and what is still being built. Update it with every release. */
export function FeatureStatus() {
  return (
    <section aria-labelledby="standing" className="border-t border-line">
      <div className="mx-auto max-w-[1120px] px-4 py-16 md:px-8 md:py-24">
        <h2 id="standing" className="text-3xl font-semibold tracking-tight md:text-4xl">
          Where it stands
        </h2>
        <p className="mt-4 max-w-[60ch] text-lg text-muted text-pretty">
          Carillon is young, and its version number says so. This is what you can rely on today.
        </p>
        <ul className="mt-8 divide-y divide-line border-y border-line">
          {parts.map(({ what, there }) => (
            <li key={what} className="flex items-center justify-between gap-x-6 py-3.5">
              <span>{what}</span>
              <Badge tone={there ? 'good' : 'neutral'}>{there ? 'Works' : 'Being built'}</Badge>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

const parts = [
  { what: 'Messages at a minute, now, or repeating, to Telegram groups and channels', there: true },
  { what: 'Live deliveries, retries, and doubt settled by a person', there: true },
  { what: 'Notifications in the app and by e-mail', there: true },
  { what: 'Cycles: messages that take turns', there: true },
  { what: 'Pictures, videos, files, polls and link buttons', there: true },
  { what: 'WhatsApp groups, on Pro', there: true },
  { what: 'Telegram by a person’s own account', there: false },
]
