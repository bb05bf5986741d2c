import type { Delivery } from '@carillon/contract/deliveries'
import type { ReactNode } from 'react'
import { useUser } from '../../../api/session/useSession.ts'
import { exactTime, secondTime } from '../../../ui/time/words.ts'
import { guaranteeWords } from '../../connections/words.ts'
import { isRetried, latenessInWords } from './words.ts'

/** The details of one copy: when it was due and sent, each attempt, and the guarantee of its network. */
export function DeliveryDetails({ delivery }: { delivery: Delivery }) {
  const { timeZone } = useUser()
  const { dueAt, sentAt, latenessMs, attempts, channel, receipt, followUps } = delivery
  return (
    <details className="text-sm">
      <summary className="w-fit rounded-sm text-muted hover:text-ink">
        {attempts.length > 1 ? `Details, ${attempts.length} tries` : 'Details'}
      </summary>
      <dl className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <Fact term={isRetried(delivery) ? 'Tried again' : 'Planned'}>
          {exactTime(dueAt, timeZone)}
        </Fact>
        {sentAt && <Fact term="Sent">{exactTime(sentAt, timeZone)}</Fact>}
        {latenessMs !== null && !isRetried(delivery) && (
          <Fact term="Punctual">{latenessInWords(latenessMs)}</Fact>
        )}
        <Fact term={attempts.length > 1 ? 'Tries' : 'Try'}>
          {attempts.length === 0 ? (
            'None yet.'
          ) : (
            <ol className="grid gap-1">
              {attempts.map(({ number, openedAt, text }) => (
                <li key={number}>
                  <time dateTime={openedAt} className="text-muted">
                    {secondTime(openedAt, timeZone)}
                  </time>{' '}
                  {text}
                </li>
              ))}
            </ol>
          )}
        </Fact>
        <Fact term="Guarantee">{guaranteeWords(channel)}</Fact>
        {followUps.map(
          ({ kind, status, at }) =>
            status === 'done' &&
            at && (
              <Fact key={kind} term={doneWords[kind]}>
                {exactTime(at, timeZone)}
              </Fact>
            ),
        )}
        {receipt && <Fact term="Receipt">Message {receipt.externalIds.join(', ')}</Fact>}
      </dl>
    </details>
  )
}

const doneWords = { pin: 'Pinned', unpin: 'Unpinned', edit: 'Edited', delete: 'Deleted' }

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd>{children}</dd>
    </>
  )
}
