import { encodeQR } from 'qr'
import { useMemo } from 'react'
import { SIDE_PX } from './side.ts'

/** Modules of white around a code, without which cameras do not find it. */
const QUIET = 4

/** A text as a QR code, dark on white in both themes. The text is a secret, so it appears only in the picture, never as text. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => drawn(text), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      width={SIDE_PX}
      height={SIDE_PX}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="max-w-full rounded-lg border border-line"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}

function drawn(text: string) {
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: QUIET })
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return { size: rows.length, path }
}
