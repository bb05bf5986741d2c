// Times are told in the zone of this browser: the sandbox may run in another.
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/**
 * Tells the times of day in a document or a part of one.
 * @param {ParentNode} root
 */
export function tellTimes(root) {
  for (const time of root.querySelectorAll('time')) {
    // Texts that contain a day as well are not changed.
    if (/^\s*\d\d:\d\d\s*$/.test(time.textContent)) {
      time.textContent = clock.format(new Date(time.dateTime))
    }
  }
}

tellTimes(document)
