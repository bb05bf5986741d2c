/** How wide a QR code is on the page: enough for any camera, and for the narrowest phone. */
export const SIDE_PX = 272
