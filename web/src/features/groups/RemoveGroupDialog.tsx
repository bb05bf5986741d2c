import type { Group } from '@carillon/contract/groups'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRefusalToast } from '../../app/refusalToast.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast/store.ts'
import { refetchGroups } from './cache.ts'
import { removeGroup } from './changes.ts'

type RemoveGroupDialogProps = {
  group: Group
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks before a group is let go, and says what that means. */
export function RemoveGroupDialog({ group, open, onOpenChange }: RemoveGroupDialogProps) {
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const remove = useMutation({
    mutationFn: () => removeGroup(group),
    onSuccess: async () => {
      onOpenChange(false)
      toast({ title: `${group.title} is removed` })
      await refetchGroups(queryClient)
      await queryClient.invalidateQueries({ queryKey: ['chats'] })
    },
    onError: (error) => tellRefusal(error, `${group.title} could not be removed`),
  })
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Remove ${group.title}?`}
      description="Nothing more is sent to it: scheduled messages skip it from now on. What was already sent stays there, and you can choose the group again later."
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="danger" loading={remove.isPending} onClick={() => remove.mutate()}>
            Remove
          </Button>
        </>
      }
    />
  )
}
