import type { Connection } from '@carillon/contract/connections'
import { ConnectionCard } from '../connections/ConnectionCard.tsx'
import { ChooseGroups } from './ChooseGroups.tsx'
import { Health } from './Health.tsx'
import { LinkAgain } from './LinkAgain.tsx'
import { CodeStep, ScanStep, WaitStep } from './steps.tsx'

/** The linked numbers, and those that have to be linked again. */
export default function Numbers({ connections }: { connections: Connection[] }) {
  return (
    <>
      {connections.map((connection) => (
        <ConnectionCard
          key={connection.id}
          connection={connection}
          steps={steps}
          chats={ChooseGroups}
          health={Health}
        />
      ))}
    </>
  )
}

/** The steps of a pairing that are WhatsApp's own. */
const steps = { wait: WaitStep, scan: ScanStep, type_there: CodeStep, again: LinkAgain }
