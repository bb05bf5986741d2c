export { png } from '../server/test/png.ts'
