// Answers the questions of judge.py with a Java package: java peers.java PACKAGE [VERSION]. It judges nothing.
import com.fasterxml.uuid.UUIDComparator;
import com.fasterxml.uuid.impl.UUIDUtil;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Scanner;
import java.util.UUID;
import java.util.regex.Pattern;

class Peers {
    static boolean jug;
    static String question;

    static String value(String key) {
        var pair = Pattern.compile("\"" + key + "\":\"([^\"]*)\"").matcher(question);
        return pair.find() ? pair.group(1) : "";
    }

    static String forms(UUID id) {
        var words = ByteBuffer.allocate(16).putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
        var bytes = jug ? UUIDUtil.asByteArray(id) : words.array();
        return String.format("\"text\":\"%s\",\"bytes\":\"%s\"", id, HexFormat.of().formatHex(bytes));
    }

    static String answer(String about) {
        var bytes = HexFormat.of().parseHex(value("bytes"));
        var text = new String(HexFormat.of().parseHex(value("text_hex")), StandardCharsets.UTF_8);
        switch (value("do")) {
            case "start": return about + ",\"protocol\":\"1\",\"schemes\":\"uuid7\",\"abilities\":\"parse from_bytes compare\"";
            case "parse": return forms(jug ? UUIDUtil.uuid(text) : UUID.fromString(text));
            case "from_bytes":
                if (jug) return forms(UUIDUtil.uuid(bytes));
                if (bytes.length != 16) return "\"unsupported\":\"it takes two numbers\"";
                return forms(new UUID(ByteBuffer.wrap(bytes).getLong(0), ByteBuffer.wrap(bytes).getLong(8)));
            default:
                UUID a = UUID.fromString(value("a")), b = UUID.fromString(value("b"));
                int sign = jug ? new UUIDComparator().compare(a, b) : a.compareTo(b);
                return "\"order\":\"" + (sign < 0 ? "less" : sign > 0 ? "greater" : "equal") + "\"";
        }
    }

    public static void main(String[] arguments) {
        jug = arguments[0].equals("libjug-java");
        var version = jug ? arguments[1] : System.getProperty("java.version");
        var about = String.format("\"name\":\"%s %s\",\"version\":\"%s\"", jug ? "Debian" : "OpenJDK", arguments[0], version);
        for (var lines = new Scanner(System.in); lines.hasNextLine(); System.out.flush()) {
            question = lines.nextLine();
            String answer;
            try {
                answer = answer(about);
            } catch (RuntimeException error) {
                answer = "\"error\":\"rejected\"";
            }
            System.out.println("{\"n\":\"" + value("n") + "\"," + answer + "}");
        }
    }
}
