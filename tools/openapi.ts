import { join } from 'node:path'
import { api } from '@carillon/contract/api'
import { openApi } from '../server/src/platform/http/openapi.ts'
import { ROOT } from './launcher/project.mjs'
import { writeDocument } from './generated-docs.ts'

// Writes the API of the contract to docs/openapi.json, or to the path given; with --check it writes
// nothing and fails when the file says something else.
writeDocument({
  tool: 'tools/openapi.ts',
  path: join(ROOT, 'docs/openapi.json'),
  text: `${JSON.stringify(openApi(api), null, 2)}\n`,
  source: 'the contract',
})
