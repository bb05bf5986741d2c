/** 128 random bits as text. `crypto.randomUUID` is missing where a page is not served securely. */
export const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
