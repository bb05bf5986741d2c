export type { Content, TextContent } from '../schemas/content.ts'
