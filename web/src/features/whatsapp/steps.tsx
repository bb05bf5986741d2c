import type { Connection } from '@carillon/contract/connections'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useConfig } from '../../api/useConfig.ts'
import { useExternalLink } from '../../api/useExternalLink.ts'
import { Button, buttonClasses } from '../../ui/Button.tsx'
import { lazyComponent, LazyPart } from '../../ui/lazy.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { CancelLinking } from './CancelLinking.tsx'
import { SIDE_PX } from './side.ts'
import { useSecondsLeft } from './useSecondsLeft.ts'

/** Drawing is fetched with the first code. */
const QrCode = lazyComponent(async () => (await import('./QrCode.tsx')).default)

type StepProps = { connection: Connection }

/** WhatsApp is asked for a code. */
export function WaitStep({ connection }: StepProps) {
  return (
    <div className="grid gap-3">
      <Waiting>Asking WhatsApp for a code…</Waiting>
      <Around connection={connection} />
    </div>
  )
}

/** A code to scan. New ones come by themselves until nobody scans any more. */
export function ScanStep({ connection }: StepProps) {
  const { pairing } = connection
  if (pairing?.step !== 'scan') return null
  return (
    <div className="flex flex-wrap items-start gap-5">
      <LazyPart fallback={<span style={{ width: SIDE_PX, height: SIDE_PX }} />}>
        <QrCode text={pairing.qr} label="QR code to scan with WhatsApp on your phone" />
      </LazyPart>
      <div className="grid min-w-0 flex-1 basis-48 gap-3">
        <ol className="grid list-decimal gap-1 pl-5 marker:text-muted">
          <li>Open WhatsApp on your phone.</li>
          <li>On an iPhone press Settings, on Android press ⋮. Then press Linked devices.</li>
          <li>Press Link a device, and point the phone at this code.</li>
        </ol>
        <Countdown at={pairing.expiresAt} next="New code" />
        <Around connection={connection} />
      </div>
    </div>
  )
}

/** A code to type on the phone. */
export function CodeStep({ connection }: StepProps) {
  const { pairing } = connection
  if (pairing?.step !== 'type_there') return null
  return (
    <div className="grid gap-3">
      <ol className="grid list-decimal gap-1 pl-5 marker:text-muted">
        <li>Open WhatsApp on your phone.</li>
        <li>On an iPhone press Settings, on Android press ⋮. Then press Linked devices.</li>
        <li>Press Link a device, then Link with phone number instead.</li>
        <li>Type this code:</li>
      </ol>
      <Code code={pairing.code} />
      <Countdown at={pairing.expiresAt} next="The code works for" />
      <Around connection={connection} />
    </div>
  )
}

function Code({ code }: { code: string }) {
  const [isCopied, setCopied] = useState(false)
  const shown = `${code.slice(0, 4)}-${code.slice(4)}`
  return (
    <div className="flex flex-wrap items-center gap-3">
      <output
        aria-label="Code to type in WhatsApp"
        className="rounded-lg border border-line bg-canvas px-4 py-3 font-mono text-2xl font-semibold"
      >
        {shown}
      </output>
      <Button onClick={() => void navigator.clipboard.writeText(shown).then(() => setCopied(true))}>
        {isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
        {isCopied ? 'Copied' : 'Copy code'}
      </Button>
    </div>
  )
}

/** How long it is good for; a reader aloud is not told each second. */
function Countdown({ at, next }: { at: string; next: string }) {
  const left = useSecondsLeft(at)
  if (left === 0) return <Waiting>Getting a new code…</Waiting>
  return (
    <p role="timer" className="text-sm text-muted tabular-nums">
      {next} {next === 'New code' && 'in '}
      {left >= 90 ? `${Math.ceil(left / 60)} minutes` : `${left} s`}. This page goes on by itself.
    </p>
  )
}

/** Below a step: the phone of the sandbox, and the way back. */
function Around({ connection }: StepProps) {
  const sandbox = useConfig().data?.sandbox
  const outward = useExternalLink()
  return (
    <div className="flex flex-wrap gap-2">
      {sandbox?.services.includes('whatsapp') && (
        <a {...outward(new URL('whatsapp', sandbox.phoneUrl).href)} className={buttonClasses({})}>
          Open the sandbox phone
        </a>
      )}
      <CancelLinking connection={connection} />
    </div>
  )
}

function Waiting({ children }: { children: string }) {
  return (
    <p role="status" className="flex items-center gap-2 text-muted">
      <Spinner size={16} label={children} />
      <span aria-hidden>{children}</span>
    </p>
  )
}
