import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { useGroups } from '../groups/queries.ts'
import { isClosed } from '../groups/words.ts'

/** Chooses the only group there is for a new message; its writer may take it out. */
export function OnlyGroup() {
  const groups = useGroups().data?.items
  const { resetField, getFieldState } = useFormContext<{ groupIds: string[] }>()
  const only = groups?.length === 1 && groups[0] && !isClosed(groups[0]) ? groups[0].id : undefined
  useEffect(() => {
    if (only && !getFieldState('groupIds').isDirty) resetField('groupIds', { defaultValue: [only] })
  }, [only, resetField, getFieldState])
  return null
}
