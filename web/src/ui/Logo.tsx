/** The bell. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden className="text-accent-text">
      <g fill="currentColor">
        <path d="M4.6 17.6c1.9-1.7 2.4-4.1 2.4-7.4C7 5.8 9 3.3 12 3.3s5 2.5 5 6.9c0 3.3.5 5.7 2.4 7.4Z" />
        <path d="M9.4 19.7a2.7 2.7 0 0 0 5.2 0Z" />
        <rect x="11" y="1" width="2" height="3.6" rx="1" />
      </g>
    </svg>
  )
}
