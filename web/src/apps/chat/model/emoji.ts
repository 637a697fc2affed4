// The emoji of the picker: those a class uses, none newer than what an Android 9 tablet can draw.
const SET =
  '😀 😃 😄 😁 😆 😅 😂 🤣 😊 😇 🙂 😉 😍 😘 😋 😜 🤔 🤨 😐 😏 🙄 😬 😴 😷 🤒 🤯 😎 🤓 😕 😟 😮 😳 😱 😢 😭 😤 😡 🥳 ' +
  '👍 👎 👌 ✌️ 🤞 👏 🙌 🙏 💪 👀 ❤️ 💔 💯 ✨ ⭐ 🔥 🎉 🎂 🎁 🏆 📚 📝 📖 📐 ✏️ 💻 📷 🎵 🎮 ⚽ 🏀 🏓 🌞 🌧️ ❄️ 🌸 🍎 🍉 🍚 🍜 🍵 ☕ ' +
  '🐱 🐶 🐼 🚌 ⏰ ✅ ❌ ❓ ❗ 💤';

export const EMOJI: readonly string[] = SET.split(' ');
