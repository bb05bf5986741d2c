import type { Send } from '@carillon/contract/calendar'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mayBeDone } from '../../api/untilAnswered.ts'
import { useRefusalToast } from '../../app/refusalToast.ts'
import { toast } from '../../ui/toast/store.ts'
import { wallTime } from '../../ui/time/words.ts'
import { instantOf } from '../schedule/when.ts'
import { SENDS } from '../../api/queryKeys.ts'
import { type CalendarData, isMovable, type Move, withMoved } from './move.ts'
import { moveSend } from './moveSend.ts'

/** Moves sends. `announced` says the result, which can be undone. */
export function useMove(timeZone: string) {
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const [announced, announce] = useState('')
  // Those that are being saved. They are drawn over what was loaded, so that no answer from before them draws them back.
  const [moves, setMoves] = useState<readonly Move[]>([])

  /** Shows the send at its new time at once, then calls the server; a refusal moves it back. */
  async function to(send: Send, local: string, undoable: boolean): Promise<boolean> {
    const named = instantOf(local, timeZone)
    if (!named || !isMovable(send)) return false
    if (named.at.getTime() <= Date.now()) {
      announce('This time has passed: it stays where it was.')
      toast({ variant: 'destructive', title: 'This time has passed', description: STAYS })
      return false
    }
    const move = { send, at: named.at.toISOString(), local }
    setMoves((others) => [...others, move])
    try {
      const moved = await moveSend(queryClient, send, named.at)
      // What is still loading may be from before the move.
      await queryClient.cancelQueries({ queryKey: SENDS })
      queryClient.setQueriesData<CalendarData>(
        { queryKey: [...SENDS, 'calendar'] },
        (calendar) => calendar && withMoved(calendar, { ...move, send: moved }),
      )
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
      announce(mayBeDone(error) ? 'It may have been moved.' : 'It could not be moved.')
      tellRefusal(error, 'It could not be moved')
      return false
    } finally {
      setMoves((others) => others.filter((other) => other !== move))
      void queryClient.invalidateQueries({ queryKey: SENDS })
    }
  }

  return {
    /** The last change, for screen readers. */
    announced,
    /** The calendar with the moves that are being saved. */
    withMoves: (calendar: CalendarData) => moves.reduce(withMoved, calendar),
    /** Moves a send to a local time of the shown zone. Returns whether it was moved. */
    moveTo: (send: Send, local: string) => to(send, local, true),
  }
}

const STAYS = 'It stays where it was.'
