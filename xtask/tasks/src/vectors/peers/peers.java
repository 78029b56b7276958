// Runs a Java package for peers.py, like peers.go: java peers.java PACKAGE
import com.fasterxml.uuid.UUIDComparator;
import com.fasterxml.uuid.impl.UUIDUtil;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Scanner;
import java.util.UUID;

class Peers {
    static UUID ofWords(byte[] data) {
        var words = ByteBuffer.wrap(data).asLongBuffer();
        return new UUID(words.get(0), words.get(1));
    }

    static String formatted(UUID id) {
        return String.format("%016x%016x %s", id.getMostSignificantBits(), id.getLeastSignificantBits(), id);
    }

    static String answer(String name, byte[][] data) {
        return switch (name) {
            case "jdk version" -> System.getProperty("java.version");
            case "jdk text" -> formatted(UUID.fromString(new String(data[0], StandardCharsets.UTF_8)));
            case "jdk bytes" -> data[0].length == 16 ? formatted(ofWords(data[0])) : "none"; // It takes two numbers.
            case "jdk less" -> "" + (ofWords(data[0]).compareTo(ofWords(data[1])) < 0);
            case "jug text" -> {
                var id = UUIDUtil.uuid(new String(data[0], StandardCharsets.UTF_8));
                yield HexFormat.of().formatHex(UUIDUtil.asByteArray(id)) + " " + id;
            }
            case "jug bytes" -> formatted(UUIDUtil.uuid(data[0]));
            case "jug less" -> "" + (new UUIDComparator().compare(ofWords(data[0]), ofWords(data[1])) < 0);
            default -> "none";
        };
    }

    public static void main(String[] arguments) {
        for (var lines = new Scanner(System.in); lines.hasNextLine(); System.out.flush()) {
            var words = lines.nextLine().split(" ", -1);
            var data = Arrays.stream(words).skip(1).map(HexFormat.of()::parseHex).toArray(byte[][]::new);
            try {
                System.out.println(answer(arguments[0] + " " + words[0], data));
            } catch (RuntimeException error) {
                System.out.println("rejected");
            }
        }
    }
}
