import calendarDark from './shots/calendar-dark.webp'
import calendarLight from './shots/calendar-light.webp'
import calendarPhoneDark from './shots/calendar-phone-dark.webp'
import calendarPhoneLight from './shots/calendar-phone-light.webp'
import cycleDark from './shots/cycle-dark.webp'
import cycleLight from './shots/cycle-light.webp'
import cyclePhoneDark from './shots/cycle-phone-dark.webp'
import cyclePhoneLight from './shots/cycle-phone-light.webp'
import messageDark from './shots/message-dark.webp'
import messageLight from './shots/message-light.webp'
import messagePhoneDark from './shots/message-phone-dark.webp'
import messagePhoneLight from './shots/message-phone-light.webp'
import sentDark from './shots/sent-dark.webp'
import sentLight from './shots/sent-light.webp'
import sentPhoneDark from './shots/sent-phone-dark.webp'
import sentPhoneLight from './shots/sent-phone-light.webp'
import telegramDark from './shots/telegram-dark.webp'
import telegramLight from './shots/telegram-light.webp'
import telegramPhoneDark from './shots/telegram-phone-dark.webp'
import telegramPhoneLight from './shots/telegram-phone-light.webp'

/** The pictures that `npm run shots -- site` makes, of wide and of narrow windows. */
export const shots = {
  calendar: {
    height: 690,
    dark: { wide: calendarDark, narrow: calendarPhoneDark },
    light: { wide: calendarLight, narrow: calendarPhoneLight },
  },
  cycle: {
    height: 690,
    dark: { wide: cycleDark, narrow: cyclePhoneDark },
    light: { wide: cycleLight, narrow: cyclePhoneLight },
  },
  message: {
    height: 690,
    dark: { wide: messageDark, narrow: messagePhoneDark },
    light: { wide: messageLight, narrow: messagePhoneLight },
  },
  sent: {
    height: 600,
    dark: { wide: sentDark, narrow: sentPhoneDark },
    light: { wide: sentLight, narrow: sentPhoneLight },
  },
  telegram: {
    height: 600,
    dark: { wide: telegramDark, narrow: telegramPhoneDark },
    light: { wide: telegramLight, narrow: telegramPhoneLight },
  },
}

/** The sizes of all of them, in CSS pixels; those of wide windows differ in height. */
export const WIDE_WIDTH = 1_100
export const NARROW = { width: 390, height: 640 }
