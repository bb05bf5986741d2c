import { chooseStaying, type Staying } from '@carillon/contract/payments'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { errorWords } from '../../../api/errors.ts'
import { askUntilAnswered } from '../../../app/retries.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Problem } from '../../../ui/Field.tsx'
import { toast } from '../../../ui/toast/store.ts'
import { type Chosen, chosenIn, STAYING } from './staying.ts'
import { StayingChoice } from './StayingChoice.tsx'

type StayingDialogProps = {
  staying: Staying
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Changes what stays when Pro ends; it can be changed until then. */
export function StayingDialog({ staying, open, onOpenChange }: StayingDialogProps) {
  const queryClient = useQueryClient()
  const [changed, setChanged] = useState<Chosen>()
  const close = () => {
    setChanged(undefined)
    onOpenChange(false)
  }
  const save = useMutation({
    mutationFn: (chosen: Chosen) => askUntilAnswered(() => call(chooseStaying, { body: chosen })),
    onSuccess: (next) => {
      queryClient.setQueryData(STAYING, next)
      close()
      toast({ title: 'Saved', description: 'You can change it until Pro ends.' })
    },
  })
  return (
    <Dialog
      open={open}
      onOpenChange={() => save.isPending || close()}
      title="What stays on Free?"
      description="The rest is suspended, not deleted: you still see it, nothing is sent, and it goes on when you upgrade again."
      actions={
        <>
          <Button onClick={close} aria-disabled={save.isPending}>
            Cancel
          </Button>
          <Button
            variant="primary"
            loading={save.isPending}
            onClick={() => (changed ? save.mutate(changed) : close())}
          >
            Save
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <StayingChoice
          staying={staying}
          value={changed ?? chosenIn(staying)}
          onChange={setChanged}
        />
        {save.isError && <Problem>{errorWords(save.error)}</Problem>}
      </div>
    </Dialog>
  )
}
