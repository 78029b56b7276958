// Answers the questions of judge.py with a Java package: java peers.java PACKAGE VERSION. It judges nothing.
import com.fasterxml.uuid.UUIDComparator;
import com.fasterxml.uuid.impl.UUIDUtil;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Scanner;
import java.util.UUID;
import java.util.regex.Pattern;

class Peers {
    static String value(String question, String key) {
        var pair = Pattern.compile("\"" + key + "\":\"([^\"]*)\"").matcher(question);
        return pair.find() ? pair.group(1) : "";
    }

    static UUID ofWords(byte[] data) {
        var words = ByteBuffer.wrap(data).asLongBuffer();
        return new UUID(words.get(0), words.get(1));
    }

    static String forms(UUID id, byte[] bytes) {
        return String.format("\"text\":\"%s\",\"bytes\":\"%s\"", id, HexFormat.of().formatHex(bytes));
    }

    static byte[] words(UUID id) {
        return ByteBuffer.allocate(16).putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits()).array();
    }

    static String answer(boolean jug, String version, String q) {
        var text = new String(HexFormat.of().parseHex(value(q, "text_hex")), StandardCharsets.UTF_8);
        var bytes = HexFormat.of().parseHex(value(q, "bytes"));
        switch (value(q, "do")) {
            case "start":
                return String.format("\"protocol\":\"1\",\"name\":\"%s\",\"version\":\"%s\",\"schemes\":\"uuid7\",\"abilities\":\"parse from_bytes compare\"",
                    jug ? "Debian libjug-java" : "OpenJDK java.util.UUID", jug ? version : System.getProperty("java.version"));
            case "parse":
                var id = jug ? UUIDUtil.uuid(text) : UUID.fromString(text);
                return forms(id, jug ? UUIDUtil.asByteArray(id) : words(id));
            case "from_bytes":
                if (!jug && bytes.length != 16) return "\"unsupported\":\"it takes two numbers\"";
                var of = jug ? UUIDUtil.uuid(bytes) : ofWords(bytes);
                return forms(of, words(of));
            default:
                UUID a = UUID.fromString(value(q, "a")), b = UUID.fromString(value(q, "b"));
                int sign = jug ? new UUIDComparator().compare(a, b) : a.compareTo(b);
                return "\"order\":\"" + (sign < 0 ? "less" : sign > 0 ? "greater" : "equal") + "\"";
        }
    }

    public static void main(String[] arguments) {
        for (var lines = new Scanner(System.in); lines.hasNextLine(); System.out.flush()) {
            var q = lines.nextLine();
            String answer;
            try {
                answer = answer(arguments[0].equals("libjug-java"), String.join("", arguments).replace(arguments[0], ""), q);
            } catch (RuntimeException error) {
                answer = "\"error\":\"rejected\"";
            }
            System.out.println("{\"n\":\"" + value(q, "n") + "\"," + answer + "}");
        }
    }
}
