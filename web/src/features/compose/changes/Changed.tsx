import { changesOf } from './diff.ts'

/** A text, with what was added and removed marked for eyes and ears; the first one as it is. */
export function Changed({ before, after }: { before: string | undefined; after: string }) {
  return (
    <p dir="auto" className="text-sm whitespace-pre-wrap">
      {changesOf(before ?? after, after).map(({ kind, text }, index) => {
        // oxlint-disable-next-line react/no-array-index-key -- Stretches have no other name.
        if (kind === 'same') return <span key={index}>{text}</span>
        const Mark = kind === 'added' ? 'ins' : 'del'
        return (
          // oxlint-disable-next-line react/no-array-index-key -- Stretches have no other name.
          <Mark key={index} className={kind === 'added' ? 'text-good' : 'text-danger'}>
            {text}
          </Mark>
        )
      })}
    </p>
  )
}
