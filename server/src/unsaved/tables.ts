import type { Generated } from 'kysely'

/** What a person typed into a form and did not save. */
export interface UnsavedFormsTable {
  userId: string
  place: string
  /** Empty for a form that changes something. */
  formId: string
  rev: Generated<number>
  device: string
  base: string
  version: number
  fields: string
  savedAt: Date
}

/** What was created from a form. */
export interface CreatedFormsTable {
  userId: string
  formId: string
  createdId: string
  attempt: string
  createdAt: Date
}

declare module '../platform/db/database.ts' {
  interface Tables {
    unsavedForms: UnsavedFormsTable
    createdForms: CreatedFormsTable
  }
}
