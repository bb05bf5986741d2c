import type { CycleFigures } from '@carillon/contract/cycles'
import { useUser } from '../../../api/session/useSession.ts'
import { Time } from '../../../ui/time/Time.tsx'
import { withCommas } from '../../../ui/words.ts'

type Counted = Omit<CycleFigures['groups'][number], 'groupId' | 'title'>

/** The number of copies by status; zeros are left out. */
export function ResultCounts({ of }: { of: Counted | undefined }) {
  const { timeZone } = useUser()
  if (!of) return null
  const { sent, failed, skipped, unconfirmed, lastAt } = of
  return (
    <>
      {sent > 0 && (
        <span>
          {withCommas(sent)} {sent === 1 ? 'copy' : 'copies'}
        </span>
      )}
      {failed > 0 && <span className="text-danger">{withCommas(failed)} failed</span>}
      {unconfirmed > 0 && <span className="text-warn">{withCommas(unconfirmed)} perhaps sent</span>}
      {skipped > 0 && <span>{withCommas(skipped)} skipped</span>}
      {lastAt && <Time at={lastAt} zone={timeZone} as="ago" />}
    </>
  )
}
