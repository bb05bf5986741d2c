/** The sections of the page, in their order, by the name in the address. */
export const sections = [
  { id: 'profile', label: 'Profile' },
  { id: 'email', label: 'E-mail' },
  { id: 'password', label: 'Password' },
  { id: 'time-zone', label: 'Time zone' },
  { id: 'appearance', label: 'Appearance' },
  { id: 'notifications', label: 'Notifications' },
  { id: 'deliveries', label: 'Deliveries' },
  { id: 'sessions', label: 'Sessions' },
  { id: 'plan', label: 'Plan and billing' },
  { id: 'data', label: 'Your data' },
  { id: 'delete', label: 'Delete account' },
] as const

export type SectionId = (typeof sections)[number]['id']

export const labelOf = (id: SectionId) => sections.find((section) => section.id === id)?.label ?? ''
