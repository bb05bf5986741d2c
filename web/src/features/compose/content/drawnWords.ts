/** What stands beside a text that is one of several: of these one is drawn for each run. */
export const drawnWords = ({ texts = 1 }: { texts?: number | undefined }) =>
  texts > 1 ? `one of ${texts} texts` : ''
