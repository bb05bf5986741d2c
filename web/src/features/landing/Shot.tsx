import { cn } from '../../ui/cn.ts'
import { NARROW, shots, WIDE_WIDTH } from './shots.ts'

/**
 * A picture of the dashboard in the theme that is seen, and as wide as there is room. Only that one is
 * fetched, when it comes near.
 */
export function Shot({ name, alt, className }: ShotProps) {
  const { height, dark, light } = shots[name]
  return (
    <>
      {[dark, light].map(({ wide, narrow }) => (
        <picture
          key={wide}
          className={cn(wide === dark.wide ? 'not-dark:hidden' : 'dark:hidden', className)}
        >
          <source media="(max-width: 639px)" srcSet={narrow} {...NARROW} />
          <img
            src={wide}
            alt={alt}
            width={WIDE_WIDTH}
            height={height}
            loading="lazy"
            decoding="async"
            className="mx-auto h-auto w-full rounded-xl border border-line-strong bg-surface text-transparent shadow-pop max-sm:max-w-[400px]"
          />
        </picture>
      ))}
    </>
  )
}

type ShotProps = {
  name: keyof typeof shots
  /** What there is to see, in words. */
  alt: string
  className?: string
}
