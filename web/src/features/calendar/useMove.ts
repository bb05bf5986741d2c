import type { Send } from '@carillon/contract/calendar'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useRefusalToast } from '../../app/refusalToast.ts'
import { toast } from '../../ui/toast/store.ts'
import { wallTime } from '../../ui/time/words.ts'
import { instantOf } from '../schedule/when.ts'
import { SENDS } from '../../api/queryKeys.ts'
import { type CalendarData, isMovable, withMoved } from './move.ts'
import { moveSend } from './moveSend.ts'

/** Moves sends. `announced` says the result, which can be undone. */
export function useMove(timeZone: string) {
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const [announced, announce] = useState('')

  /** Shows the send at its new time at once, then calls the server; a refusal moves it back. */
  async function to(send: Send, local: string, undoable: boolean): Promise<boolean> {
    const named = instantOf(local, timeZone)
    if (!named || !isMovable(send)) return false
    if (named.at.getTime() <= Date.now()) {
      announce('This time has passed: it stays where it was.')
      toast({ variant: 'destructive', title: 'This time has passed', description: STAYS })
      return false
    }
    const at = named.at.toISOString()
    // An answer that is still loading would move it back.
    await queryClient.cancelQueries({ queryKey: SENDS })
    const calendars = { queryKey: [...SENDS, 'calendar'] }
    const before = queryClient.getQueriesData<CalendarData>(calendars)
    queryClient.setQueriesData<CalendarData>(
      calendars,
      (calendar) => calendar && withMoved(calendar, send, at, local),
    )
    try {
      const moved = await moveSend(queryClient, send, named.at)
      const words = `Moved to ${wallTime(local)}`
      announce(words)
      toast({
        title: words,
        ...(undoable
          ? { action: { label: 'Undo', run: () => void to(moved, send.local, false) } }
          : {}),
      })
      return true
    } catch (error) {
      // Without a connection, nothing else would move it back.
      for (const [key, calendar] of before) queryClient.setQueryData(key, calendar)
      announce('It could not be moved.')
      tellRefusal(error, 'It could not be moved')
      return false
    } finally {
      void queryClient.invalidateQueries({ queryKey: SENDS })
    }
  }

  return {
    /** The last change, for screen readers. */
    announced,
    /** Moves a send to a local time of the shown zone. Returns whether it was moved. */
    moveTo: (send: Send, local: string) => to(send, local, true),
  }
}

const STAYS = 'It stays where it was.'
