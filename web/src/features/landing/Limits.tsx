/** What nobody should expect. */
export function Limits() {
  return (
    <section
      aria-labelledby="limits"
      className="mx-auto max-w-[1120px] px-4 py-20 md:px-8 md:py-24"
    >
      <h2 id="limits" className="text-3xl font-semibold tracking-tight md:text-4xl">
        What it will not do
      </h2>
      <dl className="mt-10 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        {limits.map(({ title, text }) => (
          <div key={title} className="border-t border-line-strong pt-4">
            <dt className="text-lg font-semibold">{title}</dt>
            <dd className="mt-1.5 text-muted text-pretty">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const limits = [
  {
    title: 'Write to strangers',
    text: 'It posts to groups and channels you have chosen and may post to. It collects no members and sends no private messages.',
  },
  {
    title: 'Outrun a network',
    text: 'Networks limit how fast one may post. Carillon keeps below those limits, so a message to very many groups takes its time.',
  },
  {
    title: 'Guess',
    text: 'When a network leaves open whether a message arrived, no program can know. You are told, and you decide.',
  },
  {
    title: 'Remove all risk',
    text: 'WhatsApp offers no official way into groups. Linking an account uses an unofficial one, and WhatsApp may restrict numbers that do.',
  },
]
