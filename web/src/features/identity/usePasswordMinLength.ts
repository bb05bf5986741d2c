import { useConfig } from '../../api/useConfig.ts'

/** The default of AUTH_PASSWORD_MIN_LENGTH, until the server has told its own. */
const USUAL_MIN = 8

/** The shortest password this server takes. */
export const usePasswordMinLength = () =>
  useConfig().data?.authPolicy.passwordMinLength ?? USUAL_MIN
