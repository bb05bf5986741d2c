import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { useGroups } from '../groups/queries.ts'
import { onlySendableGroup } from '../groups/words.ts'

/** Chooses the only group that can be sent to for a new message; its writer may take it out. */
export function OnlyGroup() {
  const groups = useGroups().data?.items
  const { resetField, getFieldState } = useFormContext<{ groupIds: string[] }>()
  const only = groups && onlySendableGroup(groups)?.id
  useEffect(() => {
    if (only && !getFieldState('groupIds').isDirty) resetField('groupIds', { defaultValue: [only] })
  }, [only, resetField, getFieldState])
  return null
}
