import type { Generated } from 'kysely'

/** What a person typed into a form and did not save. */
export interface UnsavedFormsTable {
  userId: string
  place: string
  rev: Generated<number>
  device: string
  base: string
  version: number
  fields: string
  savedAt: Date
}

declare module '../platform/db/database.ts' {
  interface Tables {
    unsavedForms: UnsavedFormsTable
  }
}
