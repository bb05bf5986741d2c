import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'

type MoreProps = {
  loading: boolean
  /** Loading failed: it continues when the button is pressed. */
  failed: boolean
  onMore: () => void
}

/** The end of the loaded rows. Loads the next page when it comes near the window, or when it is pressed. */
export function More({ loading, failed, onMore }: MoreProps) {
  const end = useRef<HTMLDivElement>(null)
  const more = useRef(onMore)
  useEffect(() => {
    more.current = onMore
  })
  useEffect(() => {
    if (!end.current || loading || failed) return
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && more.current(),
      { rootMargin: '800px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [loading, failed])
  return (
    <div ref={end} className="mt-4 flex justify-center">
      <Button loading={loading} onClick={onMore}>
        {failed ? 'Try to load more' : 'Load more'}
      </Button>
    </div>
  )
}
