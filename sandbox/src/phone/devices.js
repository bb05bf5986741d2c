import './phone.js'

// Reads the code that another page shows from its pixels, as the camera of a phone would.
const place = document.getElementById('scan')
const told = document.getElementById('told')
const screenButton = document.getElementById('scan-screen')
const fileInput = document.getElementById('scan-file')

/** How long a shared screen is looked at, and how often. */
const LOOK_MS = 60_000
const AGAIN_MS = 300
/** Fetched only by who scans. */
const DECODER = '/sandbox/assets/qr/decode.js'

/** @param {string} words @param {boolean} [wrong] */
function say(words, wrong = false) {
  if (!told) return
  told.hidden = false
  told.className = wrong ? 'problem' : 'done'
  told.textContent = words
  told.scrollIntoView({ block: 'nearest' })
}

/**
 * The text of the code in a picture; undefined where there is none.
 * @param {CanvasImageSource} source @param {number} width @param {number} height
 */
async function read(source, width, height) {
  const { decodeQR } = await import(DECODER)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context || !width || !height) return undefined
  context.drawImage(source, 0, 0)
  try {
    return decodeQR(context.getImageData(0, 0, width, height), { effort: 4, timeLimit: 2_000 })
  } catch {
    return undefined
  }
}

/** @param {string} text */
async function link(text) {
  say('Code read. Linking…')
  const body = new URLSearchParams({ text })
  const response = await fetch(place?.dataset['to'] ?? '', { method: 'POST', body })
  const query = new URL(response.url).searchParams
  const problem = query.get('problem')
  say(problem ?? query.get('done') ?? 'The sandbox refused the code.', !query.has('done'))
}

/** @param {Blob} blob */
async function scanPicture(blob) {
  const picture = await createImageBitmap(blob).catch(() => undefined)
  if (!picture) return say('This file is no picture that the browser can read.', true)
  const text = await read(picture, picture.width, picture.height)
  if (!text) return say('There is no QR code in this picture that can be read.', true)
  await link(text)
}

/** Looks at what is shared until a code is in it. */
async function scanScreen() {
  const stream = await navigator.mediaDevices
    .getDisplayMedia({ video: true })
    .catch(() => undefined)
  if (!stream) return say('Nothing was shared.', true)
  say('Looking for a code in what you share…')
  const video = document.createElement('video')
  video.srcObject = stream
  await video.play()
  const end = performance.now() + LOOK_MS
  let text
  while (!text && stream.active && performance.now() < end) {
    text = await read(video, video.videoWidth, video.videoHeight)
    if (!text) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  }
  for (const track of stream.getTracks()) track.stop()
  if (!text) return say('There was no QR code in what you shared.', true)
  await link(text)
}

if (screenButton && navigator.mediaDevices?.getDisplayMedia) {
  screenButton.hidden = false
  screenButton.addEventListener('click', () => void scanScreen())
}

fileInput?.addEventListener('change', () => {
  const file = fileInput instanceof HTMLInputElement ? fileInput.files?.[0] : undefined
  if (file) void scanPicture(file)
})

document.addEventListener('paste', ({ clipboardData }) => {
  const file = clipboardData?.files[0]
  if (file) void scanPicture(file)
})

// A picture that is dropped beside its place would otherwise replace the page.
document.addEventListener('dragover', (event) => {
  event.preventDefault()
  place?.classList.add('over')
})
document.addEventListener('dragleave', () => place?.classList.remove('over'))
document.addEventListener('drop', (event) => {
  event.preventDefault()
  place?.classList.remove('over')
  const file = event.dataTransfer?.files[0]
  if (file) void scanPicture(file)
})
