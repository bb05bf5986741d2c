import type { TemplateId } from './templates.ts'

/** The first texts of the steps of a template: examples to be replaced. */
export const examples: Record<TemplateId, readonly string[]> = {
  tips: [
    '*Tip of the day*\nWrite the first tip here. Short ones are read.',
    '*Tip of the day*\nWrite the second tip here. One idea for each message.',
    '*Tip of the day*\nWrite the third tip here. An example helps.',
  ],
  'weekly-offer': [
    '*This week’s offer*\nName the first offer, its price, and until when it holds.',
    '*This week’s offer*\nName the second offer, its price, and until when it holds.',
  ],
  rules: [
    '*Welcome to all who are new.* Our rules:\n1. Be kind.\n2. Stay on topic.\n3. No advertising.',
  ],
  notices: [
    'Important: write what everybody has to know here.',
    'Good to know: write a notice here.',
    'Did you know? Write a notice here.',
  ],
  countdown: [
    'Three days to go. Write here what to prepare.',
    'Two days to go. Write here how to get there.',
    'Tomorrow it is. Write here when it begins.',
    'Today! Write here where to meet.',
  ],
}

/** The rules hold for many groups as they are; what the others say only asks for a text. */
const asking = new Set(
  Object.entries(examples).flatMap(([id, texts]) => (id === 'rules' ? [] : texts)),
)

/** Whether a text is only a request of a template to write another one. */
export const isExample = (text: string): boolean => asking.has(text.trim())
