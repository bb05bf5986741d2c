export type { Content } from '../schemas/content.ts'
