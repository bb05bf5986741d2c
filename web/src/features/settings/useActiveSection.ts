import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { targetOf } from '../../app/navigation/target.ts'
import { type SectionId, sections } from './sections.ts'

/** A section is marked as the active one when its top is above this line of the window, in pixels. */
const READ_FROM_PX = 180

/** What somebody does to scroll by themselves. */
const GESTURES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/**
 * The section that is read. It is the one that the address names until somebody scrolls away from it: the last
 * ones are too short to come to the top.
 */
export function useActiveSection(): SectionId {
  const location = useLocation()
  const named = sections.find(({ id }) => `#${id}` === location.hash)?.id
  const [read, setRead] = useState<{ at: typeof location; id: SectionId }>()

  useEffect(() => {
    const section = targetOf(location.hash)
    section?.scrollIntoView()
    section?.focus({ preventScroll: true })

    const stop = new AbortController()
    const { signal } = stop
    let own = !named
    for (const gesture of GESTURES) {
      addEventListener(gesture, () => (own = true), { signal, passive: true })
    }
    const follow = () => {
      const id = sectionInView()
      if (own)
        setRead((present) =>
          present?.id === id && present.at === location ? present : { at: location, id },
        )
    }
    addEventListener('scroll', follow, { signal, passive: true })
    // A section may become higher without a scroll, such as the plan once it is known.
    const size = new ResizeObserver(follow)
    size.observe(document.body)
    return () => {
      stop.abort()
      size.disconnect()
    }
  }, [location, named])

  return read?.at === location ? read.id : (named ?? sections[0].id)
}

function sectionInView(): SectionId {
  const end = innerHeight + scrollY >= document.documentElement.scrollHeight - 1
  const last = sections[sections.length - 1]
  if (end && last) return last.id
  const read = sections.findLast(({ id }) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top
    return top !== undefined && top <= READ_FROM_PX
  })
  return (read ?? sections[0]).id
}
