import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { targetOf } from '../../app/navigation/target.ts'
import { type SectionId, sections } from './sections.ts'

/** A section is marked as the active one when its top is above this line of the window, in pixels. */
const READ_FROM_PX = 180

/** A user scrolls with one of these. The page itself also scrolls, to the section in the address. */
const GESTURES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/**
 * The section that is being read. Until somebody scrolls, it is the one in the address. That is needed because the last
 * sections are too short to reach the top of the window.
 */
export function useActiveSection(): SectionId {
  const location = useLocation()
  const named = sections.find(({ id }) => `#${id}` === location.hash)?.id
  const [reached, setReached] = useState<{ at: typeof location; id: SectionId }>()

  useEffect(() => {
    const section = targetOf(location.hash)
    section?.scrollIntoView()
    section?.focus({ preventScroll: true })

    const stop = new AbortController()
    const { signal } = stop
    let hasScrolled = !named
    for (const gesture of GESTURES) {
      addEventListener(gesture, () => (hasScrolled = true), { signal, passive: true })
    }
    const follow = () => {
      const id = sectionInView()
      if (hasScrolled)
        setReached((before) =>
          before?.id === id && before.at === location ? before : { at: location, id },
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

  return reached?.at === location ? reached.id : (named ?? sections[0].id)
}

function sectionInView(): SectionId {
  const end = innerHeight + scrollY >= document.documentElement.scrollHeight - 1
  const last = sections[sections.length - 1]
  if (end && last) return last.id
  const current = sections.findLast(({ id }) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top
    return top !== undefined && top <= READ_FROM_PX
  })
  return (current ?? sections[0]).id
}
