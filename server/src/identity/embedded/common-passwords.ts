/**
 * The passwords that guessing begins with, in lower case, of six characters and more: the heads of the
 * lists that leaks have made public. A short list refuses what is hopeless and annoys nobody.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  000000 010203 0123456789 012345678 11111111 111111 1111111 112233 11223344 121212 123123 123123123
  123321 1234qwer 123456 1234567 12345678 123456789 1234567890 12345678910 123456a 123456abc
  123456789a 123654 123abc 123qwe 123qweasd 131313 147258 147258369 159357 159753 1a2b3c 1q2w3e
  1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 20202020 222222 232323 252525 333333 444444 456789 555555
  654321 666666 66666666 696969 741852 741852963 753951 7654321 777777 7777777 789456 789456123
  87654321 888888 88888888 963852741 987654 987654321 9876543210 999999 99999999 a1b2c3 a1b2c3d4
  a123456 a12345678 aa123456 aa12345678 abc123 abc12345 abcd1234 abcdef abcdefg abcdefgh access
  access14 admin123 admin1234 administrator adminadmin amanda andrea andrew anthony apples arsenal
  ashley asdasd asdf1234 asdfasdf asdfgh asdfghjk asdfghjkl austin azerty azertyuiop babygirl bailey
  banana barcelona baseball basketball batman beautiful bigdaddy blahblah blink182 butterfly
  carillon carillon1 changeme changeme1 changeme123 charlie cheese chelsea chocolate chris123
  computer cookie corvette dallas daniel default diamond dragon dragon123 eminem fishing flower
  football football1 forever freedom fuckyou gabriel george gfhjkm ginger google hannah harley hello1
  hello123 hellohello helloworld hockey hunter hunter2 iloveyou iloveyou1 internet jackson jasmine
  jennifer jessica jordan jordan23 joshua justin killer klaster letmein letmein1 letmein123 liverpool
  london lovely loveme maggie manchester marina martin master matrix matthew maverick melissa
  mercedes michael michelle midnight minecraft monday monkey monkey123 mustang mynoob naruto natasha
  newyork nicole nothing orange p@ssw0rd p@ssword pa$$w0rd pa55word pakistan parola passport passw0rd
  password password! password1 password12 password123 password1234 passwort patrick peanut pepper
  phoenix pokemon princess princess1 purple q1w2e3 q1w2e3r4 q1w2e3r4t5 qazwsx qazwsxedc qazxsw qwe123
  qweasd qweasdzxc qweqwe qwer1234 qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwerty12345 qwertyu
  qwertyuiop qwertz qwertzuiop rainbow ranger robert samantha samsung scooter secret secret123
  shadow slipknot snoopy soccer spider spiderman startrek starwars steelers summer sunshine superman
  superstar target123 taylor telegram temp1234 temppass test1234 test12345 testtest thomas thunder
  tigger tinkle trustno1 victoria welcome welcome1 welcome123 whatever whatsapp william winner winter
  wordpass yellow zaq12wsx zaq1zaq1 zxcvbn zxcvbnm zxcvbnm1 zxczxc
  `
    .trim()
    .split(/\s+/),
)
