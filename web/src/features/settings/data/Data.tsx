import { exportMe } from '@carillon/contract/users'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { call } from '../../../api/call.ts'
import { errorWords } from '../../../api/errors.ts'
import { Button } from '../../../ui/Button.tsx'
import { Problem } from '../../../ui/Field.tsx'
import { Section } from '../Section.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'
import { download } from './download.ts'

/** All that is kept of the person: to take along, or to be rid of. */
export function Data() {
  const [deleting, setDeleting] = useState(false)
  return (
    <Section id="data">
      <ExportLine />
      <Line
        title="Delete your account"
        note="Your profile, groups, messages and their history are deleted at once, and nothing more is sent. This cannot be undone."
        action={<Button onClick={() => setDeleting(true)}>Delete account</Button>}
      />
      <DeleteDialog open={deleting} onOpenChange={setDeleting} />
    </Section>
  )
}

function ExportLine() {
  const take = useMutation({
    mutationFn: () => call(exportMe),
    onSuccess: (data) =>
      download(`carillon-export-${new Date().toISOString().slice(0, 10)}.json`, data),
  })
  return (
    <Line
      title="Export"
      note="Everything this server keeps of you, as one JSON file. Passwords and tokens are not in it."
      problem={take.isError ? errorWords(take.error) : undefined}
      action={
        <Button loading={take.isPending} onClick={() => take.mutate()}>
          <Download size={16} aria-hidden /> Export data
        </Button>
      }
    />
  )
}

function Line({ title, note, problem, action }: LineProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 not-first:border-t not-first:border-line not-first:pt-5">
      <div className="grid max-w-[52ch] flex-1 basis-64 gap-0.5">
        <h3 className="font-medium">{title}</h3>
        <p className="text-muted text-pretty">{note}</p>
        {problem && <Problem>{problem}</Problem>}
      </div>
      {action}
    </div>
  )
}

type LineProps = { title: string; note: string; problem?: string | undefined; action: ReactNode }
