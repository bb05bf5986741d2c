import { exportMe } from '@carillon/contract/users'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { call } from '../../../api/call.ts'
import { errorWords } from '../../../api/errors.ts'
import { Button } from '../../../ui/Button.tsx'
import { Problem } from '../../../ui/Field.tsx'
import { Section } from '../Section.tsx'

/** All that is kept of the person, to take along. */
export function Data() {
  const take = useMutation({
    mutationFn: async () => {
      const [data, { download }] = await Promise.all([call(exportMe), import('./download.ts')])
      download(`carillon-export-${new Date().toISOString().slice(0, 10)}.json`, data)
    },
  })
  return (
    <Section id="data" note="Download a copy of your data.">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <p className="max-w-[48ch] flex-1 basis-64 text-muted text-pretty">
          Everything this server keeps of you, as one JSON file. Pictures and other files are links
          in it, which open them for a day. Passwords and tokens are not in it.
        </p>
        <Button loading={take.isPending} onClick={() => take.mutate()}>
          <Download size={16} aria-hidden /> Export data
        </Button>
      </div>
      {take.isError && <Problem>{errorWords(take.error)}</Problem>}
    </Section>
  )
}
