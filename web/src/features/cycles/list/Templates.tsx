import { useNavigate } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { limitWords, useTierToast } from '../../../app/refusalToast.ts'
import { useCycleUsage } from '../queries.ts'
import { templates } from '../templates.ts'

/** Templates; each opens the editor with its fields filled in. */
export function Templates() {
  const navigate = useNavigate()
  const tellTier = useTierToast()
  const isFull = useCycleUsage()?.isFull
  return (
    <section aria-label="Templates" className="grid gap-3">
      <h2 className="font-semibold">Begin with an example</h2>
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {templates.map(({ id, icon: Icon, name, note }) => (
          <li key={id}>
            <button
              type="button"
              className="flex h-full w-full items-start gap-3 rounded-lg border border-line bg-surface p-4 text-left shadow-card transition-colors hover:bg-hover"
              onClick={() => {
                if (isFull) tellTier(limitWords('cycles'))
                else navigate(`${paths.newCycle}?template=${id}`)
              }}
            >
              <Icon size={18} aria-hidden className="mt-0.5 shrink-0 text-muted" />
              <span className="grid gap-0.5">
                <span className="font-medium">{name}</span>
                <span className="text-sm text-muted">{note}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
