import type { ZodMiniType } from 'zod/mini'
import type { Issues } from './content/shape.ts'

/** Adds what is wrong with a value that a form judges only while its field is shown. */
export function addIssuesOf(
  schema: ZodMiniType,
  value: unknown,
  path: (string | number)[],
  issues: Issues,
) {
  for (const { message } of schema.safeParse(value).error?.issues ?? []) {
    issues.addIssue({ code: 'custom', path, message })
  }
}
