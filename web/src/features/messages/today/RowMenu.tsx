import type { Send } from '@carillon/contract/calendar'
import type { ReactElement } from 'react'
import { lazyComponent, LazyDialog } from '../../../ui/lazy.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { sendItems } from '../../calendar/sendItems.tsx'
import { useMove } from '../../calendar/useMove.ts'
import { useSendActions } from '../../calendar/useSendActions.ts'

const ActionDialog = lazyComponent(
  async () => (await import('../../calendar/ActionDialog.tsx')).ActionDialog,
)

type RowMenuProps = { send: Send; timeZone: string; trigger: ReactElement }

/** The menu of a send of today. It is open at first, because it loads when its button is pressed. */
export function RowMenu({ send, timeZone, trigger }: RowMenuProps) {
  const { moveTo } = useMove(timeZone)
  const { onAct, asked, onAnswered } = useSendActions()
  return (
    <>
      <Menu opens trigger={trigger} items={sendItems(send, onAct)} />
      {asked && (
        <LazyDialog onFailed={onAnswered}>
          <ActionDialog asked={asked} onClose={onAnswered} onMove={moveTo} />
        </LazyDialog>
      )}
    </>
  )
}
