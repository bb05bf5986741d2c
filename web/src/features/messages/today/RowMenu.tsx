import type { Send } from '@carillon/contract/calendar'
import { lazy, type ReactElement } from 'react'
import { LaterDialog } from '../../../ui/later.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { sendItems } from '../../calendar/sendItems.tsx'
import { useMove } from '../../calendar/useMove.ts'
import { useSendActs } from '../../calendar/useSendActs.ts'

const ActDialog = lazy(async () => ({
  default: (await import('../../calendar/ActDialog.tsx')).ActDialog,
}))

type RowMenuProps = { send: Send; timeZone: string; trigger: ReactElement }

/** What can be done with a send of today; comes open, since somebody has pressed its button. */
export function RowMenu({ send, timeZone, trigger }: RowMenuProps) {
  const { moveTo } = useMove(timeZone)
  const { onAct, asked, onAnswered } = useSendActs()
  return (
    <>
      <Menu opens trigger={trigger} items={sendItems(send, onAct)} />
      {asked && (
        <LaterDialog>
          <ActDialog asked={asked} onClose={onAnswered} onMove={moveTo} />
        </LaterDialog>
      )}
    </>
  )
}
